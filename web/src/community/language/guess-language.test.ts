import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'

test.each([
  ['es', 'La ciudad no tiene dinero para los parques, pero hay muchas familias que los necesitan.'],
  ['pt', 'A cidade não tem dinheiro para os parques, mas há muitas famílias que precisam de um lugar para os filhos.'],
  ['fr', 'Je pense que la ville ne doit pas fermer les écoles, mais il faut aussi des professeurs.'],
  ['it', 'Non è giusto che la città chiuda il parco: gli alberi sono di tutti e ci servono per respirare.'],
  ['de', 'Ich finde, dass die Stadt mehr Geld für den Nahverkehr ausgeben sollte, aber nicht für das Stadion.'],
  ['pl', 'Nie zgadzam się na to, bo park jest dla wszystkich i nie można go po prostu zamknąć.'],
  ['tl', 'Hindi ako sang-ayon dahil ang mga bata ay walang ibang lugar para maglaro sa lungsod.'],
  ['ht', 'Mwen panse nou dwe gen plis otobis pou moun yo ki nan katye sa, men pa gen kòb.'],
  ['vi', 'Tôi nghĩ thành phố không được đóng cửa các trường học, vì có rất nhiều trẻ em ở đây.'],
  ['zh', '我认为城市应该修建更多的公园。'],
  ['ja', '市はもっと公園を作るべきだと思います。'],
  ['ko', '도시에 공원이 더 필요하다고 생각합니다.'],
  ['ru', 'Я думаю, что городу нужны новые автобусы и дороги, это важно.'],
  ['uk', 'Я вважаю, що місту потрібні нові автобуси, і їх має бути більше.'],
  ['ar', 'أعتقد أن المدينة بحاجة إلى مزيد من الحدائق العامة.'],
  ['fa', 'فکر می‌کنم شهر به پارک‌های بیشتری نیاز دارد، گرچه گران است.'],
  ['ur', 'میرے خیال میں شہر کو مزید پارکوں کی ضرورت ہے۔'],
  ['hi', 'मुझे लगता है कि शहर में और पार्क होने चाहिए।'],
  ['he', 'אני חושב שהעיר צריכה עוד פארקים.'],
  ['el', 'Πιστεύω ότι η πόλη χρειάζεται περισσότερα πάρκα.'],
  ['th', 'ฉันคิดว่าเมืองต้องการสวนสาธารณะมากขึ้น'],
])('recognizes %s', (code, text) => {
  expect(guessLanguage(text)).toBe(code)
})

test.each([
  'The city has no money for the parks, but many families need them.',
  'Los Angeles and San Francisco should build the new line of La Brea to El Monte.',
  'Sí, claro',
  'No',
  'Que sera, sera: I do not think that this is the end of it.',
  'Das Auto is the name of the slogan that they use',
  'Правда',
  'Ако може, да.',
  '👍 100% @maria #para https://example.com/es/que/para/con/como',
  '',
])('does not guess %j', (text) => {
  expect(guessLanguage(text)).toBeUndefined()
})
