import { z } from 'zod'

const document = {
  version: z.int(),
  sha256: z.string(),
  bytes_b64: z.string().describe('Base64 of the bytes that sha256 names.'),
}

const logProof = z.strictObject({
  origin: z.string().describe('The log, as its checkpoints name it.'),
  index: z.int().describe('Where the record stands in it.'),
  tree_size: z.int(),
  leaf_entry: z.string().describe('The entry whose hash is the leaf: it commits to the payload of the JWS.'),
  inclusion_proof: z
    .array(z.string())
    .describe('RFC 9162 section 2.1.3.1; hashes in base64, the sibling first.'),
  checkpoint: z.string().describe('The tree of tree_size leaves, signed: a C2SP tlog-checkpoint.'),
})

const shown = z.strictObject({ sha256: document.sha256, bytes_b64: document.bytes_b64 }).nullable()

/** Of a record that a mailbox confirmed. */
export const shownDocuments = z.strictObject({
  message: shown.describe('The mail, with placeholders for its links.'),
  page: shown.describe('The page whose button was pressed.'),
})

export const receiptAnswer = z.strictObject({
  id: z.string(),
  object: z.literal('receipt'),
  status: z
    .enum(['pending', 'logged', 'erased'])
    .describe(
      'pending: signed, and not yet in the log. erased (secret keys alone): only the proof of the log is left.',
    ),
  jws: z
    .string()
    .nullable()
    .describe(
      'Compact JWS (RFC 7515), ES256; its payload is byte for byte what was committed. null once erased.',
    ),
  claims: z
    .looseObject({ iss: z.string(), jti: z.string(), sub: z.string(), ver: z.literal('assent-receipt/1') })
    .nullable()
    .describe('The payload, decoded for reading; only the JWS is evidence. null once erased.'),
  documents: z
    .strictObject({
      purposes: z.array(z.strictObject({ key: z.string(), ...document })),
      controller: z.strictObject({ id: z.string(), ...document }).nullable(),
      template: z
        .strictObject(document)
        .nullable()
        .describe('Of a receipt of preferences: the preference template.'),
      confirmation: shownDocuments
        .nullable()
        .describe('What the person was shown who confirmed it from a mailbox.'),
    })
    .nullable(),
  log: logProof.nullable().describe('null while pending; otherwise the proof that the log holds the record.'),
  links: z.strictObject({ jwks: z.string() }),
})

const suffix = '00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7'

export const receiptExample: z.output<typeof receiptAnswer> = {
  id: `rcp_${suffix}`,
  object: 'receipt',
  status: 'logged',
  jws: 'eyJhbGciOiJFUzI1NiIsImtpZCI6Im9LSXl3dkdVcFRWVHl4TVEzYndJSWVRVXVkZnJfQ2tMTWpDRTE5RUNELVUiLCJ0eXAiOiJjb25zZW50LXJlY2VpcHQrand0IiwiaWF0IjoxNzk1MjUxNjAxfQ.eyJpc3MiOiJodHRwczovL2NvbnNlbnQuZXhhbXBsZSJ9.c2lnbmF0dXJl',
  claims: {
    iss: 'https://consent.example',
    jti: `rcp_${suffix}`,
    sub: 'sub_1B9iIuG6JLOPU2W0SBd0Lk',
    ver: 'assent-receipt/1',
  },
  documents: { purposes: [], controller: null, template: null, confirmation: null },
  log: {
    origin: 'consent.example/log/live-0',
    index: 2,
    tree_size: 3,
    leaf_entry:
      'assent-entry/v1\n019a9d4b-1e00-7000-8000-000000000001\nconsent\n1795251600123\nBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=\n',
    inclusion_proof: ['gSKyzGvvsQDvqrGYMPXbN2Hrb1J6fZ2tYFLtRjy3bHI='],
    checkpoint:
      'consent.example/log/live-0\n3\nsFodDrEHvPPm0CBLyFHqvDMMWuYJuoLeLhXIFYnDcZ4=\n\n— consent.example/log/live-0 hI2DiVaxzSwhrtLKYp8cHvRvpyvAnW7Ahb4sbQqpbHyL1s9vUqTeEmGOf8+tXbQ7wJ0gYcE1ZzCkPq5mW3sVn0LrTdI=\n',
  },
  links: { jwks: '/.well-known/jwks.json' },
}
