import * as z from "zod/mini"
import { sanitizeLine } from "../text/printable.ts"
import { iconFrom } from "../wallet/icon.ts"
import { type Eip1193Provider, isEip1193Provider } from "./Eip1193Provider.ts"

/** A wallet that announced itself, made safe to show. Source: EIP-6963. */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  readonly icon: string | null
  readonly rdns: string | null
  readonly provider: Eip1193Provider
}

const shape = z.object({
  info: z.object({
    uuid: z.string().check(z.refine(({ length }) => length > 0 && length <= 128)),
    name: z.string(),
    icon: z.unknown(),
    rdns: z.unknown(),
  }),
  provider: z.custom<Eip1193Provider>(isEip1193Provider),
})

/** @param detail the event's. @returns `null` when it is no announcement; never throws, even where reading it does. */
export const announcementFrom = (detail: unknown): Announcement | null => {
  try {
    const parsed = shape.safeParse(detail)
    if (!parsed.success) return null
    const { info, provider } = parsed.data
    const name = sanitizeLine(info.name, 64)
    return name === ""
      ? null
      : { uuid: info.uuid, name, icon: iconFrom(info.icon), rdns: rdnsFrom(info.rdns), provider }
  } catch {
    return null
  }
}

const rdnsFrom = (rdns: unknown): string | null =>
  typeof rdns === "string" && /^[\w-]+(\.[\w-]+)*$/.test(rdns) && rdns.length <= 253 ? rdns : null
