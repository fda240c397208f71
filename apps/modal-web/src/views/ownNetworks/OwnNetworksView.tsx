import "../../messages/ownNetworks.ts"
import type { View } from "@wmodal/core"
import { AddNetwork } from "./AddNetwork.tsx"
import { OwnNetwork } from "./OwnNetwork.tsx"

/** The views of the networks that users add. */
export type OwnNetworksViewMember = Extract<View, { readonly _tag: "AddNetwork" | "OwnNetwork" }>

export const OwnNetworksView = ({ view }: { readonly view: OwnNetworksViewMember }) =>
  view._tag === "OwnNetwork" ? <OwnNetwork id={view.network} /> : <AddNetwork />
