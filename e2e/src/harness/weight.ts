import { gzipSync } from "node:zlib"
import type { Page, Response } from "playwright-core"

/** What one response weighs. */
export interface Weighed {
  readonly path: string
  /** Bytes of the body, gzipped at level 9, whatever the server did. */
  readonly gzip: number
  /** When it was asked for, as Unix time in milliseconds. */
  readonly asked: number
}

export interface Scales {
  /** Every response so far that is not the host's own, in the order they came. */
  readonly read: () => Promise<readonly Weighed[]>
}

/** What the host wrote itself. */
const hostsOwn = new Set(["/", "/before.js", "/host.js"])

/** The one chunk that a page which uses React has anyway. Its name is part of the build. */
export const isReact = ({ path }: Pick<Weighed, "path">): boolean => /\/react-[\w-]+\.js$/.test(path)

export const sum = (weighed: readonly Weighed[]): number =>
  weighed.reduce((total, { gzip }) => total + gzip, 0)

const weigh = async (response: Response): Promise<Weighed> => ({
  path: new URL(response.url()).pathname,
  asked: response.request().timing().startTime,
  gzip: gzipSync(await response.body(), { level: 9 }).length,
})

/** Weighs whatever a page loads from here on. */
export const putOnScales = (page: Page): Scales => {
  const responses: Response[] = []
  page.on("response", (response) => {
    const { protocol, pathname } = new URL(response.url())
    if (protocol.startsWith("http") && !hostsOwn.has(pathname)) responses.push(response)
  })
  return { read: () => Promise.all(responses.map(weigh)) }
}
