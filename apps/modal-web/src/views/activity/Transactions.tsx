import { FillHeight } from "../../ui/FillHeight.tsx"
import { ActivityList } from "./ActivityList.tsx"

/** The complete activity. */
export const Transactions = () => (
  <>
    <FillHeight />
    <ActivityList list="view" />
  </>
)
