/** Names and values as in postgresql.conf. */
export type PostgresSettings = Readonly<Record<string, string>>

/** Given on the command line, where neither postgresql.conf nor ALTER SYSTEM can undo them. */
export const postgresSettings: PostgresSettings = {
  // An acknowledged record survives a power failure; start-up refuses to serve otherwise (store/durability.ts).
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // Recycled segments instead of new ones keep the 99th percentile of a commit near 10 ms instead of 40; rare
  // checkpoints keep full-page images, most of the WAL under random keys, rare.
  min_wal_size: '1GB',
  // Filling a new segment with zeros holds every commit for 50 ms or more, once each 16 MB; a commit that extends the
  // file instead costs a fraction of a millisecond more, and is as durable.
  wal_init_zero: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  // Holds several group commits of 256 records whole.
  wal_buffers: '16MB',

  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_connections: '50',
  idle_in_transaction_session_timeout: '60s',
  // Statements here take microseconds; compiling one takes milliseconds.
  jit: 'off',
  timezone: 'UTC',

  // The log: starts, ends and crashes. An ERROR goes to the client alone, because its text may quote a value.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',

  // Seen in the process list, and how a later start tells ours from any other PostgreSQL.
  cluster_name: 'assent',
}

export function toArguments(settings: PostgresSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
