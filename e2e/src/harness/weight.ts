import { gzipSync } from "node:zlib"
import type { Page, Response } from "playwright-core"

/** What one response weighs. */
export interface WeighedResponse {
  readonly path: string
  /** Bytes of the body, gzipped at level 9, whatever the server did. */
  readonly gzip: number
  /** When it was asked for, as Unix time in milliseconds. */
  readonly requestedAt: number
}

export interface WeightRecorder {
  /** Every response so far that is not the host's own, in the order they came. */
  readonly read: () => Promise<readonly WeighedResponse[]>
}

/** What the host wrote itself. */
const hostPaths = new Set(["/", "/before.js", "/host.js"])

/** The one chunk that a page which uses React has anyway. Its name is part of the build. */
export const isReact = ({ path }: Pick<WeighedResponse, "path">): boolean => /\/react-[\w-]+\.js$/.test(path)

export const sumGzip = (weighed: readonly WeighedResponse[]): number =>
  weighed.reduce((total, { gzip }) => total + gzip, 0)

const weighResponse = async (response: Response): Promise<WeighedResponse> => ({
  path: new URL(response.url()).pathname,
  requestedAt: response.request().timing().startTime,
  gzip: gzipSync(await response.body(), { level: 9 }).length,
})

/** Weighs whatever a page loads from here on. */
export const recordWeight = (page: Page): WeightRecorder => {
  const responses: Response[] = []
  page.on("response", (response) => {
    const { protocol, pathname } = new URL(response.url())
    if (protocol.startsWith("http") && !hostPaths.has(pathname)) responses.push(response)
  })
  return { read: () => Promise.all(responses.map(weighResponse)) }
}
