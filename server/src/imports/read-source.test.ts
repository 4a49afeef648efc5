import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { nearestBioguidePattern } from './congress.ts'
import { parseText } from './parse-records.ts'
import { readSource } from './read-source.ts'

async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('reads files and URLs, with and without gzip', async () => {
  const folder = temporaryFolder({ 'a.json': '\uFEFF[1]\n', 'a.json.gz': gzipSync('[2]') })
  await using site = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('[3]'))
  })

  expect(await readSource(folder.at('a.json'))).toBe('[1]')
  expect(await readSource(folder.at('a.json.gz'))).toBe('[2]')
  expect(await readSource(site.url)).toBe('[3]')
})

test('reads UTF-16 with and without a byte order mark, and names UTF-32', async () => {
  const text = '[{"name": "Luján 王"}]\r\n'
  const little = (content: string) => Buffer.from(content, 'utf16le')
  const big = (content: string) => little(content).swap16()
  const folder = temporaryFolder({
    'a.json': little(`\uFEFF${text}`),
    'b.json': big(`\uFEFF${text}`),
    'c.json': little(text),
    'd.json': big(text),
    'e.json.gz': gzipSync(little(`\uFEFF${text}`)),
    'f.json': Buffer.from([0xff, 0xfe, 0, 0, 0x5b, 0, 0, 0]),
    'g.json': Buffer.from([0, 0, 0, 0x5b]),
  })

  for (const name of ['a.json', 'b.json', 'c.json', 'd.json', 'e.json.gz'])
    expect(await readSource(folder.at(name)), name).toBe(text.trimEnd())
  for (const name of ['f.json', 'g.json'])
    await expect(readSource(folder.at(name))).rejects.toThrow(`${name} is UTF-32. Save it as UTF-8.`)
})

test('explains why a file cannot be read', async () => {
  const damaged = gzipSync('['.repeat(100)).subarray(0, 15)
  const folder = temporaryFolder({
    'empty.yaml': ' \n',
    'page.yaml': '<!DOCTYPE html><p>',
    'damaged.gz': damaged,
  })

  await expect(readSource(folder.at('none.yaml'))).rejects.toThrow(/none\.yaml does not exist/)
  await expect(readSource(folder.at())).rejects.toThrow(/is not a file/)
  await expect(readSource(folder.at('empty.yaml'))).rejects.toThrow(/empty\.yaml is empty/)
  await expect(readSource(folder.at('page.yaml'))).rejects.toThrow(
    /page\.yaml is a web page \(HTML\), not YAML or JSON/,
  )
  await expect(readSource(folder.at('damaged.gz'))).rejects.toThrow(/damaged\.gz is a corrupt gzip file/)
})

test('rejects a gzip bomb', async () => {
  const folder = temporaryFolder({ 'bomb.gz': gzipSync(Buffer.alloc(51 * 1024 * 1024)) })

  await expect(readSource(folder.at('bomb.gz'))).rejects.toThrow(/bomb\.gz is larger than 50 MB/)
})

test('explains why a URL cannot be read', async () => {
  await using missing = await serve((_request, response) => response.writeHead(404).end('no'))
  await using page = await serve((_request, response) => response.end('<html></html>'))
  await using silent = await serve(() => undefined)
  await using cut = await serve((_request, response) => {
    // Closes the connection once the client has been sent part of the body.
    response.writeHead(200, { 'content-length': 100 }).write('[', () => response.destroy())
  })

  await expect(readSource(missing.url)).rejects.toThrow(/list\.json returned 404 Not Found\.$/)
  await expect(readSource(page.url)).rejects.toThrow(/is a web page \(HTML\)/)
  await expect(readSource(silent.url, { timeoutMs: 200 })).rejects.toThrow(
    /did not respond completely within 0\.2 seconds/,
  )
  await expect(readSource(cut.url)).rejects.toThrow(/list\.json cannot be read: /)
  await cut[Symbol.asyncDispose]()
  await expect(readSource(cut.url)).rejects.toThrow(/list\.json cannot be read: connect ECONNREFUSED/)
  await expect(readSource(cut.url, { option: '--congress' })).rejects.toThrow(
    /ECONNREFUSED.*\. Without network here, download it elsewhere and pass --congress FILE\.$/,
  )
})

test('aborts a download that is too large', async () => {
  await using endless = await serve((_request, response) => {
    const megabyte = Buffer.alloc(1024 * 1024, 'a')
    const more = () => {
      while (!response.destroyed && response.write(megabyte));
      response.once('drain', more)
    }
    more()
  })

  await expect(readSource(endless.url)).rejects.toThrow(/is larger than 50 MB/)
})

test('reports a syntax error with its position and the nearest record', async () => {
  const yaml = '- id:\n    bioguide: A000001\n  name: {\n- id:\n    bioguide: B000002\n'

  await expect(parseText('[1,', 'a.json')).rejects.toThrow(/a\.json is not valid JSON: /)
  await expect(parseText(yaml, 'a.yaml', nearestBioguidePattern)).rejects.toThrow(
    /a\.yaml is not valid YAML, near bioguide: A000001: .*line 4/,
  )
  const bomb = `a: &a [x]\n${Array.from(
    { length: 12 },
    (_, n) =>
      `b${n}: &b${n} [${Array(12)
        .fill(`*${n ? `b${n - 1}` : 'a'}`)
        .join()}]`,
  ).join('\n')}`
  await expect(parseText(bomb, 'a.yaml')).rejects.toThrow(/a\.yaml cannot be read as YAML: Excessive alias count/)
})
