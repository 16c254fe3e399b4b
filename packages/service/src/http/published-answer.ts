import type { Answer } from './endpoint.ts'
import { etagOf } from './etag.ts'

/**
 * What a project has published, for a minute in the cache of whoever asked. By `Authorization`, since the same page may
 * ask with the key of another environment, and nothing crosses; `vary` names what else the document depends on.
 */
export function publishedAnswer(
  document: unknown,
  { language, vary = [] }: { readonly language?: string; readonly vary?: readonly string[] },
): Answer {
  // Text, not bytes: node:http sends it in one piece with the header.
  const body = JSON.stringify(document)
  const headers = {
    ETag: etagOf(body),
    'Cache-Control': 'private, max-age=60',
    Vary: ['Authorization', ...(language === undefined ? [] : ['Accept-Language']), ...vary, 'Origin'].join(
      ', ',
    ),
  }
  return {
    status: 200,
    body,
    headers: language === undefined ? headers : { ...headers, 'Content-Language': language },
  }
}
