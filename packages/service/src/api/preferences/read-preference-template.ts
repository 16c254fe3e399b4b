import { z } from 'zod'
import { preferenceValue } from '../../domain/preference-schema.ts'
import { channels, type Topic, templateOf, topicTypes } from '../../domain/preference-template.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { publishedAnswer } from '../../http/published-answer.ts'
import { languageQuery } from '../../http/request-values.ts'

const query = z.strictObject(languageQuery)

const answer = z.strictObject({
  version: z.int(),
  language: z.string(),
  sections: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      description: z.string(),
      topics: z.array(
        z.strictObject({
          key: z.string(),
          name: z.string(),
          description: z.string(),
          type: z.enum(topicTypes),
          channels: z.array(z.enum(channels)).describe('Set for each by itself; empty: one value.'),
          options: z.array(z.strictObject({ key: z.string(), name: z.string() })),
          default: preferenceValue,
          double_opt_in: z
            .boolean()
            .describe('Switched on, it is pending until it is confirmed by a link in an e-mail.'),
        }),
      ),
    }),
  ),
})
type TemplateAnswer = z.output<typeof answer>

export const readPreferenceTemplate: Recipe<undefined, z.output<typeof query>, undefined> = {
  operationId: 'readPreferenceTemplate',
  tag: 'Preferences',
  summary: 'Read the preference template',
  description: 'What people can set beyond consent, in its current version and in one language.',
  query,
  variesBy: ['accept-language'],
  answers: { 200: { description: 'The template.', schema: answer, example: example() } },
  refuses: ['not_configured'],
  run(_service, call) {
    const { catalogue } = call.environment
    const { version, sections } = templateOf(call.environment)
    const language = languageOf(catalogue, call.query.language, call.headers)
    const document = {
      version,
      language,
      sections: sections.map(({ key, texts, topics }) => ({
        key,
        ...wordsIn(texts, language),
        topics: topics.map((topic) => describeTopic(topic, language)),
      })),
    } satisfies TemplateAnswer
    return publishedAnswer(document, { language })
  },
}

function describeTopic(topic: Topic, language: string): TemplateAnswer['sections'][number]['topics'][number] {
  const { name, description } = wordsIn(topic.texts, language)
  return {
    key: topic.key,
    name,
    description,
    type: topic.type,
    channels: [...topic.channels],
    options: topic.options.map(({ key, texts }) => ({ key, name: wordsIn(texts, language) })),
    default: topic.default as TemplateAnswer['sections'][number]['topics'][number]['default'],
    double_opt_in: topic.double_opt_in,
  }
}

/** The catalogue has every text in every language of its own. */
function wordsIn<Words>(texts: Readonly<Record<string, Words>>, language: string): Words {
  const words = texts[language]
  if (words === undefined) throw new Error('a template without a text in a language of its catalogue')
  return words
}

function example(): TemplateAnswer {
  return {
    version: 1,
    language: 'en',
    sections: [
      {
        key: 'news',
        title: 'News by e-mail',
        description: 'You decide what we write about and how often.',
        topics: [
          {
            key: 'newsletter',
            name: 'Newsletter',
            description: 'New bicycles, tours and workshop dates.',
            type: 'boolean',
            channels: ['email'],
            options: [],
            default: false,
            double_opt_in: true,
          },
          {
            key: 'frequency',
            name: 'How often',
            description: 'How often the newsletter may come at most.',
            type: 'select',
            channels: [],
            options: [
              { key: 'weekly', name: 'Every week' },
              { key: 'monthly', name: 'Every month' },
            ],
            default: 'monthly',
            double_opt_in: false,
          },
        ],
      },
    ],
  }
}
