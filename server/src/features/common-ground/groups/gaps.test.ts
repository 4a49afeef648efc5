import { XSadd } from 'ml-xsadd'
import { expect, test } from 'vitest'
import { normal } from '#testing/planted-opinions.ts'
import type { Point } from './clusters.ts'
import { haveGaps } from './gaps.ts'

const random = new XSadd(1_776)
const drawn = (count: number, draw: () => Point) => Array.from({ length: count }, draw)
const around = (count: number, ...[x = 0, y = 0]: number[]) =>
  drawn(count, () => [x + normal(random), y + normal(random)])

test.each<[isGap: boolean, name: string, points: Point[], centers: Point[]]>([
  [
    false,
    'one crowd',
    around(600),
    [
      [-0.8, 0],
      [0.8, 0],
    ],
  ],
  [
    false,
    'people spread evenly',
    drawn(600, () => [random.random() - 0.5, 0]),
    [
      [-0.25, 0],
      [0.25, 0],
    ],
  ],
  [
    true,
    'two crowds',
    [...around(300, -2.5), ...around(300, 2.5)],
    [
      [-2.5, 0],
      [2.5, 0],
    ],
  ],
  [
    true,
    'a large and a small crowd',
    [...around(540, -3.5), ...around(60, 3.5)],
    [
      [-3.5, 0],
      [3.5, 0],
    ],
  ],
  [
    false,
    'two crowds of too few people to say',
    [...around(8, -2.5), ...around(8, 2.5)],
    [
      [-2.5, 0],
      [2.5, 0],
    ],
  ],
  [
    true,
    'three crowds',
    [...around(200, -3), ...around(200, 3), ...around(200, 0, 5)],
    [
      [-3, 0],
      [3, 0],
      [0, 5],
    ],
  ],
  [
    false,
    'three crowds, two of which touch',
    [...around(200, -3), ...around(200, -1), ...around(200, 0, 5)],
    [
      [-3, 0],
      [-1, 0],
      [0, 5],
    ],
  ],
])('gaps: %s for %s', (isGap, _name, points, centers) => {
  expect(haveGaps(points, centers)).toBe(isGap)
})
