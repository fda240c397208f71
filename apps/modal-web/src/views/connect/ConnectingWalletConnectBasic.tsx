import { useState } from "react"
import { ConnectingWalletConnect } from "./ConnectingWalletConnect.tsx"
import { ScanCode } from "./ScanCode.tsx"

/** UTC milliseconds of a link's expiry; that of a first pairing, five minutes from now, where it names none. */
const getLinkExpiry = (uri: string) => {
  const seconds = Number(/[?&]expiryTimestamp=(\d{1,12})/.exec(uri)?.[1])
  return seconds > 0 ? seconds * 1000 : Date.now() + 300_000
}

/** A link that the host has made: it also connects the wallet. */
const HostLink = ({ uri }: { readonly uri: string }) => {
  const [expiresAt] = useState(() => getLinkExpiry(uri))
  return <ScanCode wallet={null} link={{ uri, expiresAt }} renews={false} />
}

/** The view with only the code, as a host opens it. `uri`: the host's own link. */
export const ConnectingWalletConnectBasic = ({ uri }: { readonly uri?: string | undefined }) =>
  uri === undefined ? <ConnectingWalletConnect wallet={null} /> : <HostLink key={uri} uri={uri} />
