import type { Drawing } from '#demo/feed/sample-post.ts'

export const ballotBox: Drawing = {
  alt: 'Drawing of a wooden ballot box on a table with its lid open and nothing inside, next to a padlock, a pencil and a plate of pastries.',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640">
    <rect width="960" height="640" fill="#e1e8f4"/>
    <path d="M0 0h960v70H0z" fill="#25488f"/>
    <g fill="#fffdf8">${[80, 240, 400, 560, 720, 880].map((x) => `<path d="M${x} 14l6 15h16l-13 10 5 16-14-10-14 10 5-16-13-10h16z"/>`).join('')}</g>
    <rect y="480" width="960" height="160" fill="#c9b48c"/><rect y="480" width="960" height="12" fill="#a98f62"/>
    <path d="M292 250L372 130H668L588 250Z" fill="#8a6a3c"/><path d="M312 242L382 142H648L578 242Z" fill="#a58250"/>
    <path d="M430 196h110" stroke="#3b2c17" stroke-width="10" stroke-linecap="round"/>
    <path d="M292 250h296v270H292z" fill="#b8935a"/><path d="M588 250l80-44v250l-80 64z" fill="#94713f"/>
    <path d="M292 250h296l80-44H378z" fill="#3b2c17"/><path d="M378 206h290l-62 34H330z" fill="#57421f"/>
    <rect x="370" y="322" width="140" height="106" rx="8" fill="#fffdf8"/>
    <path d="M402 376l26 26 52-58" fill="none" stroke="#14603a" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M144 498v-34a26 26 0 0 1 52 0v34" fill="none" stroke="#5c6670" stroke-width="12"/>
    <rect x="122" y="494" width="96" height="76" rx="10" fill="#d9a441"/><circle cx="170" cy="526" r="10" fill="#57421f"/><path d="M170 530v20" stroke="#57421f" stroke-width="8"/>
    <ellipse cx="796" cy="540" rx="118" ry="34" fill="#fffdf8"/><ellipse cx="796" cy="534" rx="88" ry="22" fill="#efeadf"/>
    <g fill="#c47a2c"><ellipse cx="758" cy="518" rx="38" ry="24"/><ellipse cx="832" cy="520" rx="38" ry="24"/><ellipse cx="796" cy="498" rx="38" ry="24"/></g>
    <g fill="none" stroke="#f6e8c8" stroke-width="5" stroke-linecap="round"><path d="M742 512q16-12 32 0M816 514q16-12 32 0M780 492q16-12 32 0"/></g>
    <path d="M270 590l196-20" stroke="#98283a" stroke-width="13" stroke-linecap="round"/><path d="M270 590l-26 2" stroke="#221d16" stroke-width="7" stroke-linecap="round"/>
  </svg>`,
}
