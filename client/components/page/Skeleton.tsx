/** The frame of a loading page. A screen reader finds a heading in it, as on every page. */
import type { ReactNode } from 'react'

export const Skeleton = ({ className = 'wrap page', children }: { className?: string; children: ReactNode }) => (
  <div className={className} aria-busy="true">
    <h1 className="visually-hidden">Loading</h1>
    {children}
  </div>
)
