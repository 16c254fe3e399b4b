import { z } from 'zod'
import { catalogueFile } from './catalogue-file.ts'

/** JSON Schema, draft 2020-12, of what a file may say: committed as catalogue/catalogue.schema.json, for editors. */
export function catalogueJsonSchema(): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(catalogueFile, { target: 'draft-2020-12', io: 'input' })
}
