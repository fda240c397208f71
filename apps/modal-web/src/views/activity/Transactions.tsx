import { FillHeight } from "../../ui/FillHeight.tsx"
import { ActivityList } from "./ActivityList.tsx"

/** The whole of what happened. */
export const Transactions = () => (
  <>
    <FillHeight />
    <ActivityList list="view" />
  </>
)
