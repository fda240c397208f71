import type { View } from "@wmodal/core"
import { type ReactNode, useSyncExternalStore } from "react"
import { connecting, lateRoutes, network } from "./chunks.ts"
import type * as GetLateRoute from "./getLateRoute.tsx"
import { MessageText } from "./messages/Translate.tsx"
import type { LazyChunk } from "./shell/lazyChunk.tsx"
import { Connect } from "./views/connect/Connect.tsx"
import { ConnectingTitle } from "./views/connect/ConnectingTitle.tsx"

/** The content, title and navigation of a view. */
export interface Route {
  readonly title: ReactNode
  readonly body: ReactNode
  /** The chunk that contains the title's messages. */
  readonly lazy?: LazyChunk
}

/** The views that a first visitor meets. */
export type FirstView = "Connect" | "ConnectingExternal" | "Networks"

/** Returns the route of a view. Those of later views load with the styles and messages that these need. */
export const useRoute = (view: View): Route => {
  const late = useSyncExternalStore(lateRoutes.subscribe, lateRoutes.now)
  return getRoute(view, late)
}

export const getRoute = (view: View, late: typeof GetLateRoute | null): Route => {
  switch (view._tag) {
    case "Connect":
      return {
        title: <MessageText id="connect.title" />,
        body: <Connect namespace={view.namespace} />,
      }
    case "ConnectingExternal":
      return {
        title: <ConnectingTitle rowKey={view.rowKey} />,
        body: (
          <connecting.Show>
            {({ ConnectingExternal }) => (
              <ConnectingExternal rowKey={view.rowKey} namespace={view.namespace} />
            )}
          </connecting.Show>
        ),
      }
    case "Networks":
      return {
        title: <MessageText id="networks.title" />,
        body: <network.Show>{({ Networks }) => <Networks />}</network.Show>,
      }
    default:
      return (
        late?.getLateRoute(view) ?? {
          title: null,
          body: <lateRoutes.Show>{({ getLateRoute }) => getLateRoute(view).body}</lateRoutes.Show>,
          lazy: lateRoutes,
        }
      )
  }
}
