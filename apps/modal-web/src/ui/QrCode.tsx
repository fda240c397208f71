import { type ReactNode, useMemo } from "react"
import { parseColor } from "../theme/contrast.ts"
import { getContrastRatio, minContrastRatio } from "../theme/contrastRatio.ts"
import { drawQr, emptyQr, quietZone } from "./qrDrawing.ts"

export interface QrCodeProps {
  /** `null` while there is none: its place is kept. */
  readonly text: string | null
  /** What it is for, to who cannot see it. */
  readonly label: string
  /** A picture in the middle. */
  readonly children: ReactNode
}

const white = [255, 255, 255] as const

/** A colour that a page has set is kept only where a camera can tell it from white. */
const checkColor = (code: SVGSVGElement | null) => {
  if (code === null) return
  const color = parseColor(getComputedStyle(code).color)
  code.toggleAttribute("data-plain", color !== null && getContrastRatio(color, white) < minContrastRatio)
}

/** Dark on white in every theme: not every camera reads it the other way round. */
export const QrCode = ({ text, label, children }: QrCodeProps) => {
  const { size, strokes, finders } = useMemo(() => (text === null ? emptyQr : drawQr(text)), [text])
  const side = size + 2 * quietZone
  return (
    <div className="qr" data-empty={text === null ? "" : undefined}>
      {/* A new one for each text: it fades in where the other was. */}
      <svg
        key={text}
        ref={checkColor}
        role={text === null ? undefined : "img"}
        aria-label={text === null ? undefined : label}
        aria-hidden={text === null}
        viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      >
        <path className="qr-runs" d={strokes} />
        {finders.map(([x, y]) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <rect className="qr-frame" x="0.5" y="0.5" width="6" height="6" rx="1.8" />
            <rect x="2" y="2" width="3" height="3" rx="0.9" />
          </g>
        ))}
      </svg>
      <span className="qr-middle">{children}</span>
    </div>
  )
}
