import { gzipSync } from "node:zlib"
import type { Page, Response } from "playwright-core"

/** The size of one response. */
export interface WeighedResponse {
  readonly path: string
  /** Bytes of the body, gzipped at level 9 regardless of the server's encoding. */
  readonly gzip: number
  /** Time of the request, as Unix time in milliseconds. */
  readonly requestedAt: number
}

export interface WeightRecorder {
  /** Returns every response so far except the host's own files, in order of arrival. */
  readonly read: () => Promise<readonly WeighedResponse[]>
}

/** Paths of the host's own files. */
const hostPaths = new Set(["/", "/before.js", "/host.js"])

/** Returns whether the path is the chunk with React, which a React host has anyway. Its name is part of the build. */
export const isReact = ({ path }: Pick<WeighedResponse, "path">): boolean => /\/react-[\w-]+\.js$/.test(path)

export const sumGzip = (weighed: readonly WeighedResponse[]): number =>
  weighed.reduce((total, { gzip }) => total + gzip, 0)

const weighResponse = async (response: Response): Promise<WeighedResponse> => ({
  path: new URL(response.url()).pathname,
  requestedAt: response.request().timing().startTime,
  gzip: gzipSync(await response.body(), { level: 9 }).length,
})

/** Records the size of all later responses of a page. */
export const recordWeight = (page: Page): WeightRecorder => {
  const responses: Response[] = []
  page.on("response", (response) => {
    const { protocol, pathname } = new URL(response.url())
    if (protocol.startsWith("http") && !hostPaths.has(pathname)) responses.push(response)
  })
  return { read: () => Promise.all(responses.map(weighResponse)) }
}
