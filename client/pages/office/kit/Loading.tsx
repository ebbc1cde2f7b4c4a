/** The skeleton of an office page. Use `inside` on a page that already has margins. */
import { Skeleton } from '../../../components/page/Skeleton'

export const Loading = ({ inside = false }: { inside?: boolean }) => (
  <Skeleton className={inside ? '' : undefined}>
    <div className="skeleton" style={{ width: 220, height: 40, marginBottom: 24 }} />
    <div className="skeleton" style={{ height: 320 }} />
  </Skeleton>
)
