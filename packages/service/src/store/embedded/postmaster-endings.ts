/** How PostgreSQL is asked to end, and how long each may take: cleanly at first, at last by a crash that recovery heals. */
export const postmasterEndings = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
] as const
