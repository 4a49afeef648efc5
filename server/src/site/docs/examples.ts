import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { Check } from 'typebox/value'
import type { JsonSchema } from './json-schema.ts'

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjo3fQ.c2lnbmF0dXJl'
const text = 'The branch on Main Street could start with Sunday afternoons.'

/** Examples by field, where its type alone says too little. People and officials are those of the demo, who are imaginary. */
const examples: Record<string, unknown> = {
  accent: '#7a1f5c',
  accent_dark: '#f0a0d0',
  access: token,
  alt: 'A reading room with tall windows.',
  authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=123',
  avatar: '/media/avatars/2f9c41d0-640.webp',
  bio: 'Nurse, choir singer, first in line when the polls open.',
  bio_lang: 'en',
  category: 'Education',
  comments: '3,14,15',
  confirm_password: 'a long passphrase',
  content: text,
  description: 'The city council decides about the budget of the libraries in December.',
  device: 'Firefox on Windows',
  earlier_texts: [],
  email: 'amara.okafor@site.example',
  endpoint: 'https://push.example/send/eyJ0b2tlbiI6',
  excerpt: text,
  file: '/media/posts/7b20c6aa-1280.webp',
  first_name: 'Amara',
  hashtag: 'libraries',
  ids: '3,14,15',
  idempotency_key: '6f1c2d3e-8a4b-4c5d-9e6f-0a1b2c3d4e5f',
  image: '/media/officials/52-640.webp',
  iss: 'https://accounts.google.com',
  lang: 'en',
  last_name: 'Okafor',
  licence: defaultIdentity.licence,
  limit: 20,
  location: 'TX',
  media_alt: ['A reading room with tall windows.'],
  message: 'Please support longer opening hours for our libraries.',
  name: 'Amara Okafor',
  new_password: 'a long passphrase',
  next: null,
  office: 'Sen',
  office_address: '100 Imaginary Avenue, Salem, OR',
  official_website: 'https://kestrelwood.example',
  options: ['Yes', 'No'],
  party: 'D',
  password: 'a long passphrase',
  phone_number: '(202) 555-0143',
  politician: 'Naomi Kestrelwood',
  profile_image: '/media/officials/52-640.webp',
  q: 'library',
  question: 'Should the public library open on Sundays?',
  reason: 'Not about the topic of this discussion.',
  redirect_uri: 'https://site.example/login',
  refresh: token,
  replies: [],
  schedule_date: '2026-12-01',
  schedule_time: '09:00',
  schedule_zone: 'America/Chicago',
  search: 'kestrelwood',
  snippet_lang: 'en',
  src: '/logo/5c1d0e7f9a2b3c4d-header.png',
  state: 'OR',
  subject: 'Library hours',
  text,
  ticket: 'q2V4dW1pbmF0ZWQtZXhhbXBsZQ',
  time_zone: 'America/Chicago',
  title: 'Should the library open on Sundays?',
  token: '7.mention.mb2k3f.q2V4dW1pbmF0ZWQtZXhhbXBsZQ',
  transaction: token,
  url: 'https://site.example/polls/12',
  user_name: 'Amara Okafor',
  user_timezone: 'America/Chicago',
  username: 'amara.okafor',
  version: '7',
}

/** An example of a part of a call, composed from its schema: always the same. `name` is that of a parameter. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { type, properties, items, anyOf, format, minimum }: JsonSchema = schema
  if (name in examples && Check(schema, examples[name])) return examples[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf) return exampleOf(anyOf.find((form) => form.type !== 'null') ?? {}, name)
  if (type === 'object') {
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, field]) => [key, exampleOf(field, key)]))
  }
  if (type === 'array') return [exampleOf(items ?? {}, name)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 0, 7)
  if (format === 'date') return '2026-11-03'
  if (format === 'date-time') return '2026-11-03T14:30:00.000Z'
  return format === 'uuid' ? examples['idempotency_key'] : name.replaceAll('_', ' ')
}
