import { Component, type ReactNode } from "react"
import { NotLoaded } from "../views/NotLoaded.tsx"
import { forgetFailures } from "./lazyChunk.tsx"

interface Props {
  readonly children: ReactNode
}

/** An error boundary for a view whose chunk did not load or that threw. The rest of the modal keeps working. */
export class ViewBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentWillUnmount() {
    forgetFailures()
  }

  #retry = () => {
    forgetFailures()
    this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <NotLoaded onRetry={this.#retry} /> : this.props.children
  }
}
