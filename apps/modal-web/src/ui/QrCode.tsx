import { type ReactNode, useMemo } from "react"
import { parseColor } from "../theme/contrast.ts"
import { getContrastRatio, minContrastRatio } from "../theme/contrastRatio.ts"
import { drawQr, emptyQr, quietZone } from "./qrDrawing.ts"

export interface QrCodeProps {
  /** `null` while there is none: its space is kept. */
  readonly text: string | null
  /** The label for screen readers. */
  readonly label: string
  /** A picture in the middle. */
  readonly children: ReactNode
}

const white = [255, 255, 255] as const

/** Removes a host's colour that a camera cannot distinguish from white. */
const checkColor = (code: SVGSVGElement | null) => {
  if (code === null) return
  const color = parseColor(getComputedStyle(code).color)
  code.toggleAttribute("data-plain", color !== null && getContrastRatio(color, white) < minContrastRatio)
}

/** A QR code that is dark on white in every theme, because not every camera reads inverted codes. */
export const QrCode = ({ text, label, children }: QrCodeProps) => {
  const { size, strokes, finders } = useMemo(() => (text === null ? emptyQr : drawQr(text)), [text])
  const side = size + 2 * quietZone
  return (
    <div className="qr" data-empty={text === null ? "" : undefined}>
      {/* A new element for each text, which fades in over the previous one. */}
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
