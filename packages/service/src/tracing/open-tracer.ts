import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import type { Tracer } from './tracer.ts'

/** Undefined unless an exporter is configured: then nothing of OpenTelemetry is even loaded. */
export async function openTracer({ tracing }: Config, log: Log): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined
  const { startTracer } = await import('./otel-tracer.ts')
  return startTracer(tracing, log)
}
