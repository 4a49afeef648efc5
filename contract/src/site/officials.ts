import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Instant, Nullable } from '../schemas.ts'

/** The columns that a CSV file of a site's own officials must have. */
export const ownListColumns = ['name', 'office', 'place', 'party', 'contact'] as const
/** The address of a picture; and an id of the list, or the address of the official's page, by which the official is found again. */
export const optionalOwnListColumns = ['photo', 'id'] as const
export const ownListLimits = { name: 120, office: 60, place: 60, id: 100, rows: 10_000 } as const
export const exampleOfOwnList = `name,office,place,party,contact,photo
Ada Ashgrove,Mayor,Harbor City,Democrat,mayor@harbor.example,https://harbor.example/ada.jpg
Ben Birchmere,"Council, District 2",Harbor City,Republican,https://harbor.example/contact,
Cy Cedar,School board,Ohio,Independent,(555) 010-0199,
`

export const officialSources = ['congress', 'openstates', 'own', 'sample'] as const
export const sourceTitles: Record<(typeof officialSources)[number], string> = {
  congress: 'Congress',
  openstates: 'Governors',
  own: 'Your own list',
  sample: 'Samples of the demo',
}

const SourceChanges = Type.Object({
  source: Type.Enum(officialSources),
  /** Names. */
  added: Type.Array(Type.String()),
  updated: Type.Array(Type.String()),
  unchanged: Type.Integer(),
  /** Names of officials who are not in the source any more. They keep their ratings. */
  ended: Type.Array(Type.String()),
  /** People in the source who are not in office. */
  skipped: Type.Array(Type.Object({ who: Type.String(), reason: Type.String() })),
  /** Values that are changed or left out. */
  notes: Type.Array(Type.String()),
})
export type SourceChanges = Static<typeof SourceChanges>

const OfficialsReport = Type.Object({
  /** A fingerprint of all changes. An import takes it, so that it does what the check showed. */
  checksum: Type.String(),
  /** False: a check, which changed nothing. */
  is_imported: Type.Boolean(),
  sources: Type.Array(SourceChanges),
  /** Null if governors were not read. */
  states_without_governor: Nullable(Type.Array(Type.String())),
})
export type OfficialsReport = Static<typeof OfficialsReport>

const OfficialsState = Type.Object({
  /** What a check or an import is doing now, on any server, or null. */
  running: Nullable(Type.String()),
  last_import: Nullable(Instant),
  in_office: Type.Array(Type.Object({ source: Type.Enum(officialSources), count: Type.Integer() })),
  /** Counts officials in office whose source has a photo. */
  photos: Type.Object({ stored: Type.Integer(), all: Type.Integer() }),
})
export type OfficialsState = Static<typeof OfficialsState>

export const getOfficials = {
  method: 'GET',
  url: '/api/admin/officials/',
  schema: {
    area: 'Administration',
    part: 'officials',
    summary: 'Says which officials the site has, and whether an import is running.',
    description: 'For admins.',
    missing: 'Page',
    response: { 200: OfficialsState, ...failures },
  },
} satisfies Endpoint

const megabyte = 1024 * 1024
const tooLarge = (megabytes: number) => `The file is larger than ${megabytes} MB.`
export const officialFiles = {
  congress: { maxBytes: 20 * megabyte, maxCount: 1, tooLarge: tooLarge(20) },
  governors: { maxBytes: 50 * megabyte, maxCount: 300, tooLarge: 'The files are larger than 50 MB.' },
  own: { maxBytes: 5 * megabyte, maxCount: 1, tooLarge: tooLarge(5) },
}

export const importOfficials = {
  method: 'POST',
  url: '/api/admin/officials/',
  config: { files: officialFiles },
  schema: {
    area: 'Administration',
    part: 'officials',
    summary: 'Checks or imports officials, from the network or from files.',
    description:
      'For admins. Without `checksum`, nothing changes, and the response says what would. With the `checksum` of that response and the same files, these changes are made. `from` is `network` (Congress and governors) or `files`: `congress` (JSON or YAML of congress-legislators), `governors` (YAML files of executives of openstates/people, or a .tar.gz with them), `own` (CSV with the columns ' +
      `${ownListColumns.join(', ')}, and optionally ${optionalOwnListColumns.join(', ')}). ` +
      'A source without a file stays as it is. `names` has the names of the files in their order, separated by `/`, for messages. One check or import runs at a time.',
    missing: 'Page',
    errors: ['import_failed', 'import_running', 'import_stopped', 'check_again'],
    body: Type.Object({
      from: Type.Enum(['network', 'files'] as const),
      checksum: Type.Optional(Type.String({ maxLength: 64 })),
      names: Type.Optional(Type.String({ maxLength: 60_000 })),
    }),
    response: { 200: OfficialsReport, ...failures },
  },
} satisfies Endpoint

export const stopImport = {
  method: 'POST',
  url: '/api/admin/officials/stop/',
  schema: {
    area: 'Administration',
    part: 'officials',
    summary: 'Stops the check or import of officials that is running.',
    description: 'For admins. On whichever server it runs, it changes nothing after that.',
    missing: 'Page',
    errors: ['import_ended'],
    response: { 200: Type.Object({ stopped: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint
