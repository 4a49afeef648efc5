import type { Content } from './content.ts'
import { type DrawingSettings, saveDrawings } from './drawings.ts'
import { seededRandom } from './random.ts'

/** Draws and stores portraits of the officials with these names, by their order. */
export const savePortraits = (content: Content, names: string[], settings: DrawingSettings) =>
  saveDrawings(
    names.map((name, index) => drawPortrait(content, name, index)),
    'officials',
    settings,
  )

/** Draws an official, an SVG document: the same for the same number. */
function drawPortrait({ portraits, officials }: Content, name: string, number: number): string {
  const random = seededRandom(1_000 + number)
  const isWoman = officials.women.includes(name.split(' ')[0] ?? '')
  const look = isWoman ? portraits.women : portraits.men
  const { hair: colors, ...skin } = random.pick(portraits.skins)
  const isGrey = random.next() < 0.5
  const hair = random.pick(isGrey ? portraits.greys : colors)
  const style = random.pick(look.hair)
  const beard = random.pick(look.beards)
  const face = random.pick(portraits.faces)
  const fills: Record<string, string> = {
    ...skin,
    ...random.pick(portraits.coats),
    hair,
    dark: darker(hair, isWoman ? 0.82 : 1),
    shirt: random.pick(portraits.shirts),
    accent: random.pick(portraits.accents),
    lash: isWoman ? '#2b211c' : skin.shade,
  }
  const stroke = (path: string, color: string, width: number) =>
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`
  const drawing = [
    `<rect width="320" height="400" fill="${random.pick(portraits.backgrounds)}"/>`,
    style.back,
    `<path d="M130 200L126 276L160 350L194 276L190 200Z" fill="{skin}"/>`,
    `<path d="M130 226Q160 262 190 226L190 240Q160 286 130 244Z" fill="{shade}"/>`,
    random.pick(look.clothes),
    `<path d="M102 152Q90 148 92 166Q95 188 106 184ZM218 152Q230 148 228 166Q225 188 214 184Z" fill="{shade}"/>`,
    `<path d="${face}" fill="{skin}"/>`,
    stroke(random.pick(portraits.noses), '{shade}', 3),
    isGrey ? stroke(portraits.lines, '{shade}', 2) : '',
    beard,
    stroke(random.pick(portraits.mouths), '{lip}', isWoman ? 4.5 : 3.5),
    random.pick(portraits.eyes),
    stroke(random.pick(portraits.brows), darker(hair, 0.75), isWoman ? 3.5 : 5),
    style.front,
    random.next() < 0.3 ? random.pick(portraits.glasses) : '',
  ].join('')
  const colored = drawing.replaceAll(/\{(\w+)\}/g, (_, part: string) => fills[part] ?? 'none')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="400">${colored}</svg>`
}

const darker = (color: string, share: number) =>
  color.replaceAll(/[0-9a-f]{2}/g, (part) =>
    Math.round(Number.parseInt(part, 16) * share)
      .toString(16)
      .padStart(2, '0'),
  )
