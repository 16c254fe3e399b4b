import { z } from 'zod'
import type { OpenRecipe } from '../../http/endpoint.ts'
import { etagOf } from '../../http/etag.ts'
import { retirementGraceMs, signsFrom } from '../../ledger/signing-key.ts'
import type { StoredSigningKey } from '../../store/signing-keys.ts'

const jwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string().describe('RFC 7638 SHA-256 thumbprint.'),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
  iat: z.int().describe('When it was made, in seconds.'),
  nbf: z.int().describe('It signs nothing before.'),
  exp: z.int().optional().describe('It signs nothing from here on: a retired key, kept for what it signed.'),
  revoked: z.strictObject({ revoked_at: z.int(), reason: z.string() }).optional(),
})

const keySet = z.strictObject({ keys: z.array(jwk) })

export const readKeySet: OpenRecipe = {
  operationId: 'readKeySet',
  tag: 'Evidence',
  summary: 'Read the keys that verify receipts',
  description:
    'Public keys as a JWK set (RFC 7517). Retired keys stay as long as a receipt that they signed.',
  answers: {
    200: {
      description: 'All keys that ever signed a receipt, and the one that will sign next, if it is chosen.',
      schema: keySet,
      alsoAs: ['application/jwk-set+json'],
      example: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
            kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
            alg: 'ES256',
            use: 'sig',
            iat: 1795251600,
            nbf: 1795251600,
          },
        ],
      },
    },
  },
  refuses: [],
  run(service) {
    const body = JSON.stringify(keySetOf(service.settings.current.signingKeys))
    return { status: 200, body, headers: { ETag: etagOf(body), 'Cache-Control': 'public, max-age=3600' } }
  },
}

export function keySetOf(keys: readonly StoredSigningKey[]): z.output<typeof keySet> {
  return { keys: keys.map(publicKey) }
}

function publicKey(key: StoredSigningKey): z.output<typeof jwk> {
  const { x = '', y = '' } = key.publicJwk
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return {
    kty: 'EC',
    crv: 'P-256',
    x,
    y,
    kid: key.kid,
    alg: key.alg,
    use: 'sig',
    iat: seconds(key.createdAt),
    nbf: seconds(signsFrom(key)),
    ...(key.retiredAt === null ? {} : { exp: seconds(key.retiredAt + retirementGraceMs) }),
    ...(key.revokedAt === null
      ? {}
      : { revoked: { revoked_at: seconds(key.revokedAt), reason: key.revokeReason ?? 'unspecified' } }),
  }
}
