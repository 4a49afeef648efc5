import { expect, test } from 'vitest'
import { siteZone } from './site-zone.ts'

const hourMs = 3_600_000

test.each(['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'])(
  'describes %s as its dates are',
  (timeZone) => {
    const [name, ...changes] = siteZone(timeZone).split(',')
    const offsets = changes.map((change) => change.split(':').map(Number) as [number, number])
    const plain = { dateStyle: 'short', timeStyle: 'medium' } as const
    const format = new Intl.DateTimeFormat('en-US', { ...plain, timeZone })
    const utc = new Intl.DateTimeFormat('en-US', { ...plain, timeZone: 'UTC' })

    const now = Math.floor(Date.now() / hourMs)
    for (let hour = now - 17_000; hour < now + 17_000; hour += 7) {
      const minutes = offsets.findLast(([from]) => from <= hour)![1]
      expect(utc.format(hour * hourMs + minutes * 60_000)).toBe(format.format(hour * hourMs))
    }
    expect(name).toBe({ 'America/New_York': 'ET', UTC: 'GMT+0' }[timeZone] ?? name)
    expect(changes.length).toBeLessThan(20)
  },
)
