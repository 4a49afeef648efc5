import * as contract from '@wtpu/contract/moderation/cases'
import { getModerationFigures, type ModerationFigures } from '@wtpu/contract/moderation/figures'
import { decisionName } from '@wtpu/contract/moderation/on-demand/names'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { moderationActions, moderationCases } from '#db/schema/moderation.ts'
import { differenceOf } from './figures.ts'
import { type Reported, type Row, makeReporter, report, startSite, wallComment } from '#testing/moderated-site.ts'

test('the difference of two parties has the interval of Newcombe, and what so many cases could show', () => {
  const party = (name: 'D' | 'R', removed: number, cases: number) => ({ party: name, removed, cases, warned: 0 })
  // Newcombe (1998), example (a): 0.2000, from 0.0524 to 0.3339.
  expect(differenceOf([party('D', 56, 70), party('R', 48, 80)])).toEqual({
    points: 20,
    low: 5,
    high: 33,
    detectable: 22,
  })
  expect(differenceOf([party('D', 48, 80), party('R', 56, 70)])).toMatchObject({ points: -20, low: -33, high: -5 })
  expect(differenceOf([party('D', 5, 29), party('R', 48, 80)])).toBeNull()
  expect(differenceOf([party('R', 48, 80)])).toBeNull()
})

describe('the public log', () => {
  test('is ordered by the day that it shows, page by page, and names what was undone', async () => {
    await using site = await startSite()
    const { t, ada } = site
    const decided = (day: string, over: Partial<typeof moderationActions.$inferInsert>) => ({
      actor: 'ada',
      actorId: ada.id,
      subjectKind: 'comment' as const,
      subjectId: 4711,
      reason: 'A reason.',
      createdAt: new Date(day),
      action: 'keep' as const,
      ...over,
    })
    // Written out of order, as by two transactions of which the first one ends last.
    const [first] = await t.db
      .insert(moderationActions)
      .values([
        decided('2026-03-05T23:59:00Z', { action: 'suspend', days: 7, textAction: 'keep' }),
        decided('2026-03-02T00:01:00Z', {}),
        decided('2026-03-09T12:00:00Z', { action: 'remove' }),
      ])
      .returning({ id: moderationActions.id })
    await t.db.insert(moderationActions).values(decided('2026-03-07T12:00:00Z', { action: 'undo', undoes: first!.id }))
    const found: string[][] = []
    let cursor: string | undefined
    do {
      const querystring = cursor === undefined ? { limit: 1 } : { limit: 1, cursor }
      const page = (await t.call(contract.listModerationLog, { querystring })).json<{
        results: contract.LogEntry[]
        next: string | null
      }>()
      found.push(...page.results.map((entry) => [entry.day, decisionName(entry)]))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(found).toEqual([
      ['2026-03-09', 'Removed'],
      ['2026-03-07', 'Undone: Suspended for 7 days, text kept'],
      ['2026-03-05', 'Suspended for 7 days, text kept'],
      ['2026-03-02', 'Kept'],
    ])
    const csv = (await t.app.inject('/api/moderation/log.csv')).body.split('\r\n').slice(1, -1)
    expect(csv.map((line) => line.slice(0, 10))).toEqual(found.map(([day]) => day))
    const feed = (await t.app.inject('/feeds/moderation.atom')).body
    const titles = [...feed.matchAll(/<title>(.*) \(comment\)<\/title>/g)].map(([, title]) => title)
    expect(titles).toEqual(found.map(([, name]) => name))
  })

  test('has a feed, a CSV and figures', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, undo } = site
    const contents: Reported[] = []
    for (let index = 0; index < 11; index++) {
      contents.push({ kind: 'comment', id: await wallComment(t, author, 'R') })
    }
    contents.push({ kind: 'post', id: (await t.make.post({ author })).id })
    const reporter = await makeReporter(t)
    for (const content of contents) await report(t, reporter, content)
    const actions: number[] = []
    for (const [index, content] of contents.entries()) {
      const body = {
        action: index < 3 ? 'remove' : index < 5 ? 'warn' : 'keep',
        sentence: index ? '=Please "stay", kind.' : 'Undone soon',
      } as const
      const decided = await decide(ada, (await findCase(content)).id, body)
      actions.push(decided.json<{ action_id: number }>().action_id)
    }

    const figures = async () => {
      t.app.cache.invalidate('/api/moderation/')
      return (await t.call(getModerationFigures, {})).json<ModerationFigures>()
    }
    const { months, parties, difference, open_cases } = await figures()
    expect(months).toHaveLength(12)
    expect(months[0]).toMatchObject({
      month: new Date().toISOString().slice(0, 7),
      reports: 12,
      kept: 7,
      removed: 3,
      warned: 2,
      removed_by_rule: [{ rule: 1, removed: 3 }],
      median_hours: 0,
      median_of: 12,
      appeals: 0,
      appeals_granted: 0,
    })
    expect(parties).toEqual([{ party: 'R', cases: 11, removed: 3, warned: 2, share: null }])
    expect({ difference, open_cases }).toEqual({ difference: null, open_cases: 0 })
    await undo(ada, actions[0] ?? 0)
    expect((await figures()).parties).toMatchObject([{ party: 'R', cases: 10, removed: 2, warned: 2 }])
    await undo(ada, actions[1] ?? 0)
    expect((await figures()).parties).toEqual([])

    const csv = (await t.app.inject('/api/moderation/log.csv')).body.split('\r\n')
    expect(csv[0]).toBe('\uFEFFDay,Kind,Decision,Guideline,Sentence,Appeal')
    expect(csv).toHaveLength(16)
    expect(csv[5]).toContain(`,Comment,Kept,`)
    expect(csv[5]).toContain(`,"'=Please ""stay"", kind.",`)
    const feed = await t.app.inject('/feeds/moderation.atom')
    expect(feed.body.match(/<entry>/g)).toHaveLength(14)
    expect(feed.body).toContain('<title>Kept (post)</title>')
    expect(feed.body).toContain('=Please &quot;stay&quot;, kind.')
    for (const { body } of [await t.app.inject('/api/moderation/log.csv'), feed]) {
      for (const secret of ['Anna', 'ada', reporter.first_name]) expect(body).not.toContain(secret)
    }
  })
})

describe('secrecy', () => {
  test('reporters hear what became of their report; the author and the log never name them', async () => {
    await using site = await startSite()
    const { t, author, ada, findCase, decide, mine } = site
    const reporter = await t.make.user({ first_name: 'Rita', last_name: 'Reporter' })
    const contents = [
      { kind: 'post', id: (await t.make.post({ author, text: 'secret text' })).id },
      { kind: 'post', id: (await t.make.post({ author })).id },
      { kind: 'post', id: (await t.make.post({ author })).id },
    ] as const
    for (const content of contents) await report(t, reporter, content, { note: 'a secret note' })
    await decide(ada, (await findCase(contents[0])).id, { action: 'remove' })
    await decide(ada, (await findCase(contents[1])).id, { action: 'keep' })

    expect((await mine(reporter)).reports.map(({ outcome }) => outcome)).toEqual(['open', 'kept', 'acted'])
    const log = await t.call(contract.listModerationLog, { querystring: {} })
    expect(log.json().results).toMatchObject([
      { kind: 'post', action: 'keep', appeal: null },
      { kind: 'post', action: 'remove', rule: 1, sentence: 'Please stay with the argument.' },
    ])
    for (const text of [log.body, JSON.stringify(await mine(author))]) {
      for (const secret of ['Rita', 'secret note', `"reporter`, 'ada']) expect(text).not.toContain(secret)
    }
    expect(log.body).not.toContain('secret text')
  })

  test('notes and claims are for moderators, and a claim of another one stays for a while', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase } = site
    const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
    await report(t, await t.make.user(), content)
    const { id } = await findCase(content)
    const claim = async (moderator: Row) =>
      (await t.as(moderator).call(contract.claimCase, { params: { id } })).json<{ claimed_by: Row }>().claimed_by.id
    expect([await claim(ada), await claim(grace)]).toEqual([ada.id, ada.id])
    await t.db.update(moderationCases).set({ claimedAt: sql`now() - interval '16 minutes'` })
    expect(await claim(grace)).toBe(grace.id)
    await t.as(ada).call(contract.createCaseNote, { params: { id }, body: { text: 'Seen before.' } })
    const found = (await t.as(grace).call(contract.getCase, { params: { id } })).json<contract.Case>()
    expect(found.notes).toMatchObject([{ text: 'Seen before.', author: { id: ada.id } }])
    const listed = (await t.as(grace).call(contract.listCases, { querystring: { status: 'mine' } })).json()
    expect(listed.results).toMatchObject([{ id }])
  })
})
