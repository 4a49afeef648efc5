import type { Drawing } from '#demo/feed/sample-post.ts'

const panels = [0, 1, 2, 3, 4, 5]

export const bridge: Drawing = {
  alt: 'Drawing of a blue steel truss bridge over a calm river, with hills behind it and a small sign for 8 tons at one end.',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="576" viewBox="0 0 1024 576">
    <rect width="1024" height="576" fill="#f6e8c8"/>
    <circle cx="790" cy="130" r="52" fill="#fffdf8"/>
    <path d="M0 330 Q160 190 330 300 T640 270 T1024 310 V420 H0Z" fill="#c5d3bd"/>
    <path d="M0 370 Q230 270 460 350 T1024 340 V430 H0Z" fill="#9bb596"/>
    <rect y="420" width="1024" height="156" fill="#a9c3d6"/>
    <g stroke="#e1e8f4" stroke-width="5" stroke-linecap="round">
      <path d="M60 470h150M320 505h190M600 465h120M780 515h170M150 545h120M520 550h90"/>
    </g>
    <path d="M0 390h150l40 120H0zM1024 390H874l-40 120h190z" fill="#857b67"/>
    <g stroke="#25488f" stroke-width="11" stroke-linecap="round" stroke-linejoin="round" fill="none">
      <path d="M122 380H902M232 230H792M122 380L232 230M792 230L902 380"/>
      ${panels.map((n) => `<path d="M${232 + n * 112} 230V380"/>`).join('')}
      ${panels
        .slice(0, 5)
        .map((n) => `<path d="${n < 2.5 ? `M${232 + n * 112} 230l112 150` : `M${344 + n * 112} 230l-112 150`}"/>`)
        .join('')}
    </g>
    <rect x="90" y="378" width="844" height="20" fill="#5a5241"/>
    <rect x="152" y="398" width="52" height="14" fill="#98283a"/><rect x="820" y="398" width="52" height="14" fill="#98283a"/>
    <path d="M72 378v-86" stroke="#5a5241" stroke-width="7"/>
    <rect x="44" y="252" width="56" height="66" rx="6" fill="#fffdf8" stroke="#221d16" stroke-width="4"/>
    <g fill="none" stroke="#221d16" stroke-width="6"><circle cx="72" cy="274" r="9"/><circle cx="72" cy="295" r="11"/></g>
  </svg>`,
}
