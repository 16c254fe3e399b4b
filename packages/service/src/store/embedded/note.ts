import type { LogFields } from '../../kernel/log.ts'

/** Told of what happens: the log's `info`, or a command's own words. */
export type Note = (message: string, fields?: LogFields) => void
