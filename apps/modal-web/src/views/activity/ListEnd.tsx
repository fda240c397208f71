import type { ActivityState } from "@wmodal/core/flows"
import { useWords } from "../../messages/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { ListSentinel } from "../../ui/ListSentinel.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"

export interface ListEndProps {
  readonly more: Extract<ActivityState, { readonly _tag: "Loaded" }>["more"]
  readonly onMore: () => void
}

/** The end of a list that goes on. */
export const ListEnd = ({ more, onMore }: ListEndProps) => {
  const { t } = useWords()
  switch (more) {
    case "none":
      return null
    case "ready":
      return <ListSentinel onSeen={onMore} />
    case "loading":
      return <Skeleton rows={2} label={t("activity.loading")} />
    case "failed":
      return (
        <>
          <Notice tone="bad" title={t("flow.transactions")} text={t("activity.moreFailed")} />
          <Button tone="quiet" onPress={onMore}>
            {t("shell.tryAgain")}
          </Button>
        </>
      )
  }
}
