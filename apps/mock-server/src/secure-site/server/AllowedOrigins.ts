import { SiteRejection } from "./SiteRejection.ts"

/** The entry of a list that admits clients without a browser. */
export const terminalEntry = "terminal"

/** The origins whose pages may use a world's wallets. A world without a list admits every origin. */
export interface AllowedOrigins {
  /** `null` without a list. */
  readonly list: () => readonly string[] | null
  readonly set: (origins: readonly string[] | null) => void
  /**
   * @param origin the embedding page's origin; `null` for a terminal
   * @param site the site's own origin, which is always admitted
   * @throws SiteRejection for an origin that is not on the list
   */
  readonly check: (origin: string | null, site: string) => void
}

/** @param changed called after each change of the list */
export const makeAllowedOrigins = (changed: () => void): AllowedOrigins => {
  let origins: readonly string[] | null = null
  return {
    list: () => origins,
    set: (next) => {
      origins = next
      changed()
    },
    check: (origin, site) => {
      if (origins === null || origin === site || origins.includes(origin ?? terminalEntry)) return
      throw new SiteRejection({
        status: 403,
        message: `${origin ?? "A terminal program"} is not on the list of origins that may use this wallet.`,
      })
    },
  }
}
