import { Component, type ReactNode } from "react"
import { WordsConsumer } from "../messages/Words.tsx"
import { Button } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"

interface Props {
  readonly children: ReactNode
}

/** A view whose chunk did not come, or that broke, says so; the rest of the modal goes on. */
export class ViewBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <WordsConsumer>
        {({ t }) => (
          <>
            <Notice tone="bad" title={t("shell.failed")} text={t("shell.failedText")} />
            <Button onPress={() => this.setState({ failed: false })}>{t("shell.tryAgain")}</Button>
          </>
        )}
      </WordsConsumer>
    )
  }
}
