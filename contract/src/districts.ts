import { stateCodes } from './states.ts'

/** Seats in the House of Representatives since the census of 2020. All other states and territories have one. */
const seats: Readonly<Record<string, number>> = {
  AL: 7,
  AZ: 9,
  AR: 4,
  CA: 52,
  CO: 8,
  CT: 5,
  FL: 28,
  GA: 14,
  HI: 2,
  ID: 2,
  IL: 17,
  IN: 9,
  IA: 4,
  KS: 4,
  KY: 6,
  LA: 6,
  ME: 2,
  MD: 8,
  MA: 9,
  MI: 13,
  MN: 8,
  MS: 4,
  MO: 8,
  MT: 2,
  NE: 3,
  NV: 4,
  NH: 2,
  NJ: 12,
  NM: 3,
  NY: 26,
  NC: 14,
  OH: 15,
  OK: 5,
  OR: 6,
  PA: 17,
  RI: 2,
  SC: 7,
  TN: 9,
  TX: 38,
  UT: 4,
  VA: 11,
  WA: 10,
  WV: 2,
  WI: 8,
}

/** The number of congressional districts of a state. A state with one has no choice of district. */
export function districtCount(state: string): number {
  return stateCodes.includes(state) ? (seats[state] ?? 1) : 0
}

/** Where citizens find their district by their address, which this site never asks for. */
export const districtFinderUrl = 'https://www.house.gov/representatives/find-your-representative'
