import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What is counted while we serve, in the Prometheus format. Labels hold names out of our own tables (routes, status
 * codes, environments) and nothing that a caller sends: no value of a label is personal, and their number is bounded.
 */
export interface Metrics {
  observeRequest(request: { readonly route: string; readonly status: number; readonly ms: number }): void
  /** One commit of the ledger: a record costs no call of its own. */
  observeBatch(records: number, ms: number): void
  /** Read when somebody scrapes, and at no other time. */
  gauge(name: string, help: string, read: GaugeReader): void
  text(): Promise<string>
}

/** Values by environment; `''` for what belongs to none. */
export type GaugeReader = () => GaugeValues | Promise<GaugeValues>
export type GaugeValues = Readonly<Record<string, number>>

/** Seconds. The fastest answers take less than a millisecond; past 10 s the database's own deadline has come. */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]

export const metricsType: string = Registry.PROMETHEUS_CONTENT_TYPE

/** `prefix` keeps what every process counts apart where it is shown beside that of others. */
export function openMetrics(prefix = ''): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  const registers = [registry]
  const requests = new Histogram({
    name: `${prefix}assent_http_request_duration_seconds`,
    help: 'From the first byte of the headers to the end of the answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: durations,
    registers,
  })
  const batches = new Histogram({
    name: `${prefix}assent_ledger_batch_records`,
    help: 'Records that were committed together.',
    buckets: batchSizes,
    registers,
  })
  const commits = new Histogram({
    name: `${prefix}assent_ledger_commit_duration_seconds`,
    help: 'From the first statement of a batch to its fsynced commit.',
    buckets: durations,
    registers,
  })
  AggregatorRegistry.setRegistries([registry])
  return {
    observeRequest: ({ route, status, ms }) => requests.observe({ route, status }, ms / 1000),
    observeBatch(records, ms) {
      batches.observe(records)
      commits.observe(ms / 1000)
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        labelNames: ['environment'],
        registers,
        async collect() {
          for (const [environment, value] of Object.entries(await read()))
            this.set(environment === '' ? {} : { environment }, value)
        },
      })
    },
    text: () => registry.metrics(),
  }
}

/** In a worker: answers the primary's question for its figures. In the primary: asks all workers, and adds them up. */
export function openClusterMetrics(): { text(): Promise<string> } {
  const registry = new AggregatorRegistry()
  return { text: () => registry.clusterMetrics() }
}
