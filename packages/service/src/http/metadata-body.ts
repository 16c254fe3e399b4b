import { z } from 'zod'

/** Strings of the caller's own (contract section 9). */
export const metadataBody: z.ZodType<Record<string, string>> = z
  .record(z.string().min(1).max(100), z.string().max(4096))
  .refine((members) => Object.keys(members).length <= 20, 'At most 20 members.')
  .refine((members) => Buffer.byteLength(JSON.stringify(members)) <= 4096, 'At most 4 kB together.')
