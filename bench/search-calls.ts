import { searchKinds } from '@wtpu/contract/site/search'
import { encodeCursor } from '#server/http/cursor.ts'

interface SearchCall {
  name: string
  /** `uncommonWord` is a word of few titles. */
  url: (samples: { uncommonWord: string }) => string
}

const search = (query: string) => `/api/search/?q=${query}`
const deep = `&cursor=${encodeCursor([20])}`

const ofAllKinds: [name: string, query: string][] = [
  ['common word', 'school'],
  ['two common words', 'county+school'],
  ['phrase', '%22school+board%22'],
  ['common word and excluded word', 'school+-board'],
  ['only an excluded word', '-school'],
  ['alternatives', 'school+or+budget'],
  ['stop words', 'the+of+and+'],
  ['one letter', 's'],
  ['start of a word', 'sch'],
  ['typo', 'shcool'],
  ['no match', 'zzyzxq'],
  ['common name', 'citizen'],
  ['two common names', 'citizen+number'],
  ['rare name', 'number+77777'],
  ['official', 'alma'],
  ['typo in a name', 'abbot'],
]

/** The searches over the whole site: all kinds, and each kind with its second page. */
export const searchCalls: SearchCall[] = [
  ...ofAllKinds.map(([name, query]): SearchCall => ({ name: `all kinds, ${name}`, url: () => search(query) })),
  { name: 'all kinds, uncommon word', url: ({ uncommonWord }) => search(uncommonWord) },
  { name: 'all kinds, common and uncommon word', url: ({ uncommonWord }) => search(`school+${uncommonWord}`) },
  ...searchKinds.flatMap((kind): SearchCall[] => {
    const common = search(`${kind === 'people' ? 'citizen' : 'school'}&kind=${kind}`)
    return [
      { name: `${kind}, common word`, url: () => common },
      { name: `${kind}, common word, deep cursor`, url: () => common + deep },
      { name: `${kind}, uncommon word`, url: ({ uncommonWord }) => search(`${uncommonWord}&kind=${kind}`) },
      { name: `${kind}, one letter`, url: () => search(`s&kind=${kind}`) },
    ]
  }),
]
