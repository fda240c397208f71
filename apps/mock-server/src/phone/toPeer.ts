import { sanitizeLine } from "@wmodal/chains"
import * as z from "zod/mini"
import type { PhonePeer } from "./PhoneState.ts"

const Metadata = z.object({ name: z.catch(z.string(), ""), url: z.catch(z.string(), "") })

/** Returns a dApp's self-declared identity. @param metadata unchecked */
export const toPeer = (metadata: unknown): PhonePeer => {
  const said = Metadata.safeParse(metadata)
  const { name, url } = said.success ? said.data : { name: "", url: "" }
  return { name: sanitizeLine(name, 64) || "Unnamed app", url: toOrigin(url) }
}

/** Returns a web page's URL in ASCII, so that no letter imitates another; empty for any other URL. */
const toOrigin = (text: string): string => {
  const url = text.length > 2048 ? null : URL.parse(text)
  return url !== null && ["http:", "https:"].includes(url.protocol) ? url.origin.slice(0, 300) : ""
}
