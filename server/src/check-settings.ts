import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Config } from '#config.ts'
import { isLoopback, settingNames } from './settings.ts'

/** Variables of Node, PostgreSQL's client, Amazon's SDK and npm, which a file of settings may contain as well. */
const foreignNames = /^(AWS_|NODE_|PG[A-Z]|UV_|npm_)|^(TZ|LANG|LC_\w+|PATH|HOME|NO_COLOR|https?_proxy|no_proxy)$/i

interface Sources {
  /** Has the settings of the file, too. */
  environment: Record<string, string | undefined>
  /** The text of the file `.env`, if there is one. */
  file?: string | undefined
}

/**
 * Warnings about settings that nobody reads: names of the file that are not ours, and names of the environment that are almost
 * ours. The environment has many foreign names, so there a name must be closer.
 */
export function findUnreadSettings({ environment, file = '' }: Sources): string[] {
  const inFile = Object.keys(parseEnv(file))
  const unknown = (name: string) => !isKnown(name) && !foreignNames.test(name)
  const ofFile = inFile.filter(unknown).map((name) => {
    const nearest = findNearest(name, 3)
    return `${name} in .env is not a setting${nearest ? `. Did you mean ${nearest}?` : ' of WTPU.'}`
  })
  const ofEnvironment = Object.keys(environment).flatMap((name) => {
    if (inFile.includes(name) || !unknown(name)) return []
    const nearest = findNearest(name, name.length < 8 ? 1 : 2)
    // A name that is set correctly as well belongs to another program.
    return nearest && environment[nearest] === undefined ? [`${name} is not a setting. Did you mean ${nearest}?`] : []
  })
  const cut = file.split('\n').flatMap((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=\s*[^\s'"`#][^'"`#]*[^\s'"`#]#/.exec(line)?.[1]
    return name
      ? [`${name} in .env ends before the #, which begins a comment. Put the value in quotes: ${name}="…".`]
      : []
  })
  return [...ofFile, ...ofEnvironment, ...cut]
}

const isKnown = (name: string) => settingNames.some((known) => known === name)

function findNearest(name: string, most: number): string | undefined {
  const plain = name
    .toUpperCase()
    .replace(/^WTPU_/, '')
    .replaceAll(/[^A-Z\d]+/g, '_')
  const ranked = settingNames
    .map((known) => ({ known, distance: editDistance(plain, known) }))
    .toSorted((a, b) => a.distance - b.distance)
  return ranked.find(({ known, distance }) => distance <= Math.min(most, known.length / 3))?.known
}

/** How many letters must be added, removed, replaced or exchanged with their neighbor to get from one word to the other. */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const at = (up: number, left: number) => (up === 0 ? row : rows[i - up])?.[j - left] ?? 0
      const isSame = from[i - 1] === to[j - 1]
      row[j] = Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (isSame ? 0 : 1))
      const isExchanged = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (isExchanged) row[j] = Math.min(row[j] ?? 0, at(2, 2) + 1)
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** The text of the file that Node was told to load with --env-file. */
export function readEnvironmentFile(): string | undefined {
  const [, file] =
    process.execArgv.map((argument) => /^--env-file(?:-if-exists)?=(.+)$/.exec(argument)).find(Boolean) ?? []
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

interface Facts {
  /** How many officials and admins there are, those of the demo aside. */
  officials: number
  admins: number
  hasOwnSecret: boolean
}

type Checked = Pick<
  Config,
  | 'publicUrl'
  | 'host'
  | 'smtpUrl'
  | 'trustedProxies'
  | 'siteAccessCode'
  | 'votesNeedConfirmedEmail'
  | 'dataDir'
  | 'demoOnPublicSite'
>

/** What is set at the start of a public site, and what is missing, with the line to add or the command to run. */
export function startList(config: Checked, { officials, admins, hasOwnSecret }: Facts): string {
  const { smtpUrl, publicUrl, trustedProxies, siteAccessCode, host, votesNeedConfirmedEmail } = config
  const withoutMail = votesNeedConfirmedEmail ? 'nobody can confirm an address and vote' : 'no mail is sent'
  const rows: [isSet: boolean, name: string, text: string][] = [
    [
      publicUrl.startsWith('https:'),
      'TLS',
      publicUrl.startsWith('https:')
        ? publicUrl
        : 'PUBLIC_URL=https://… and a proxy with TLS: passwords travel unencrypted',
    ],
    [
      smtpUrl !== undefined,
      'Mail',
      smtpUrl
        ? new URL(smtpUrl).host
        : `set it at /admin, or SMTP_URL=smtp://user:password@mail.example:587 (until then, ${withoutMail})`,
    ],
    [
      trustedProxies > 0 || !isLoopback(host),
      'Proxy',
      trustedProxies > 0
        ? `${trustedProxies} in front`
        : `${isLoopback(host) ? '' : 'none; if there is one: '}TRUST_PROXY=true (else all visitors share its limits)`,
    ],
    [true, 'Secret', hasOwnSecret ? 'JWT_SECRET' : `generated, in ${config.dataDir}/jwt-secret`],
    [true, 'Access code', siteAccessCode === '' ? 'none, the site is open to everyone' : 'chosen'],
    [
      officials > 0,
      'Officials',
      officials > 0 ? `${officials === 1000 ? 'at least ' : ''}${officials}` : 'npm run import:officials',
    ],
    [
      admins > 0,
      'First admin',
      admins > 0 ? `${admins}` : 'open the link of “Set up” above, or: npm run admin -- setup-link',
    ],
    ...(config.demoOnPublicSite
      ? [
          [
            false,
            'Real accounts',
            'remove DEMO_ON_PUBLIC_SITE: anyone can sign in as the admin of the demo',
          ] satisfies [boolean, string, string],
        ]
      : []),
  ]
  const lines = rows.map(([isSet, name, text]) => `  ${isSet ? 'set    ' : 'MISSING'}  ${name.padEnd(14)}${text}`)
  return ['  This site is public:', '', ...lines, ''].join('\n')
}
