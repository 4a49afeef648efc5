import { seededRandom } from '#demo/random.ts'
import type { Drawing } from '#demo/feed/sample-post.ts'

const random = seededRandom(8)
const stars = Array.from({ length: 130 }, () => {
  const [x, y] = [random.between(0, 960), random.between(0, 400)]
  return `<circle cx="${x}" cy="${y}" r="${1 + 2.4 * random.next() ** 3}"/>`
})

export const nightSky: Drawing = {
  alt: 'Drawing of a starry night over a dark ball field: a telescope on a tripod points at Saturn, and a child stands on a step stool behind it.',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600" viewBox="0 0 960 600">
    <defs><linearGradient id="night" x2="0" y2="1"><stop stop-color="#131b3a"/><stop offset="1" stop-color="#3c4f86"/></linearGradient></defs>
    <rect width="960" height="600" fill="url(#night)"/>
    <g fill="#fdf3d0">${stars.join('')}</g>
    <g transform="translate(748 128) rotate(-18)">
      <path d="M-98 0a98 24 0 0 1 196 0" fill="none" stroke="#c9a978" stroke-width="10"/>
      <circle r="52" fill="#e9cf95"/><path d="M-50-14Q0 2 50-14M-50 12Q0 30 50 12" stroke="#d0ad6c" stroke-width="8" fill="none"/>
      <path d="M-98 0a98 24 0 0 0 196 0" fill="none" stroke="#f0dcae" stroke-width="10"/>
    </g>
    <path d="M0 470Q240 430 480 456T960 440V600H0z" fill="#16231d"/><path d="M0 520Q300 484 620 512T960 500V600H0z" fill="#0e1813"/>
    <g stroke="#0b110e" stroke-width="10" fill="none"><path d="M120 500V250M820 490V270"/></g>
    <path d="M84 236h72v28H84zM784 256h72v28h-72z" fill="#0b110e"/>
    <g stroke="#8b94a8" stroke-width="9" stroke-linecap="round"><path d="M430 420l-62 124M430 420l62 124M430 420v130"/></g>
    <g transform="translate(430 408) rotate(-32)"><rect x="-104" y="-22" width="220" height="44" rx="8" fill="#e1e8f4"/><rect x="108" y="-28" width="26" height="56" rx="6" fill="#98283a"/><rect x="-132" y="-11" width="32" height="22" rx="4" fill="#8b94a8"/></g>
    <path d="M236 552h96v-26h-30v-26h-34v26h-32z" fill="#7a5a34"/>
    <circle cx="284" cy="436" r="19" fill="#0b110e"/><path d="M264 462q20-10 40 0l6 42h-52z" fill="#98283a"/><path d="M302 470l26 4" stroke="#98283a" stroke-width="12" stroke-linecap="round"/>
  </svg>`,
}
