/** The skeleton of an office page. Use `inside` on a page that already has margins. */
export const Loading = ({ inside = false }: { inside?: boolean }) => (
  <div className={inside ? undefined : 'wrap page'} aria-busy="true" aria-label="Loading">
    <div className="skeleton" style={{ width: 220, height: 40, marginBottom: 24 }} />
    <div className="skeleton" style={{ height: 320 }} />
  </div>
)
