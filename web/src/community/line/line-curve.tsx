import type { LinePoll } from '@wtpu/contract/common-ground'
import { flatBand, stepsOf } from './bands.ts'

/** In units of the picture. */
const [width, height, top, left] = [330, 140, 10, 54]
/** 14 px where the picture is drawn smallest, on a phone of 320 px. */
const labelSize = 18.2
const grid = [0, 25, 50, 75, 100]

/**
 * The share of an option along the line. The curve is solid, its band has an outline, and the gray band lies behind both, so that it
 * can be read without color. Screen readers and those who prefer numbers read the table.
 */
export function LineCurve({ poll, option }: { poll: LinePoll; option: number }) {
  const steps = stepsOf(poll, option)
  const flat = flatBand(steps)
  const x = (step: number) => left + ((step + 0.5) * (width - left - 4)) / steps.length
  const y = (percent: number) => top + ((100 - percent) * (height - 2 * top)) / 100
  const line = (value: (step: (typeof steps)[number]) => number) =>
    steps.map((step, index) => `${x(index).toFixed(1)},${y(value(step)).toFixed(1)}`)
  const band = [...line(({ low }) => low), ...line(({ high }) => high).toReversed()].join(' ')
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height + 24}`} className="w-full max-w-88 forced-canvas">
      <rect
        x={left}
        width={width - left - 4}
        y={y(flat.high)}
        height={y(flat.low) - y(flat.high)}
        className="fill-edge/35"
      />
      {grid.map((percent) => (
        <g key={percent}>
          <line
            x1={left}
            x2={width - 4}
            y1={y(percent)}
            y2={y(percent)}
            strokeDasharray={percent === 50 ? '2 4' : undefined}
            className={percent === 50 ? 'stroke-edge' : 'stroke-line'}
          />
          <text x={left - 6} y={y(percent) + 6} textAnchor="end" fontSize={labelSize} className="fill-soft">
            {percent}%
          </text>
        </g>
      ))}
      <polygon points={band} className="fill-accent/20 stroke-accent/60" strokeWidth="0.75" />
      <polyline
        points={line(({ percent }) => percent).join(' ')}
        className="fill-none stroke-accent"
        strokeWidth="2.5"
      />
      {steps.map(({ percent }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps never change order
        <circle key={index} cx={x(index)} cy={y(percent)} r="3" className="fill-accent" />
      ))}
      <g fontSize={labelSize} className="fill-soft">
        <text x={left} y={height + 18}>
          This end
        </text>
        <text x={(left + width) / 2} y={height + 18} textAnchor="middle">
          Middle
        </text>
        <text x={width - 4} y={height + 18} textAnchor="end">
          That end
        </text>
      </g>
    </svg>
  )
}
