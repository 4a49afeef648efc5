import type { CommonGround } from '@wtpu/contract/common-ground'

export const noCommonGround: CommonGround = {
  computed_at: '2026-11-24T12:00:00Z',
  is_sample: false,
  status: 'too_few',
  voters: 0,
  polls: 0,
  missing: { voters: 0, polls: 0 },
  groups: [],
  has_gaps: false,
  map: null,
  agree: [],
  divide: [],
  line: {
    status: 'too_few',
    voters: 0,
    reliability: null,
    ends: [[], []],
    agree: [],
    cross: [],
    one_side: [],
    unequal: [],
    too_few: 0,
    few_opinions: 0,
    without_verdict: 0,
    method: '',
  },
}
