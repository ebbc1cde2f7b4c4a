/** Whether a value is what the contract says, and where it is not. */
import type { Shape } from '../../../server/shared/answers'

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const LEAVES: Record<Extract<Shape, string>, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && TIMESTAMP.test(value),
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

/** The first thing that is missing, too much or of another kind, with its place; null where all is as it should be. */
export function findMisfit(value: unknown, shape: Shape, place = ''): string | null {
  const here = place || 'the answer'
  if (typeof shape === 'string') return LEAVES[shape](value) ? null : `${here} is no ${shape}`
  if (isList(shape)) {
    if (!Array.isArray(value)) return `${here} is no list`
    return firstOf(value.map((entry, at) => () => findMisfit(entry, shape[0], `${place}[${at}]`)))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${here} is no object`
  const dotted = (field: string) => (place ? `${place}.${field}` : field)
  const record = value as Record<string, unknown>
  return firstOf([
    ...Object.keys(shape).map((field) => () => (Object.hasOwn(record, field) ? null : `${dotted(field)} is missing`)),
    ...Object.keys(record).map(
      (field) => () => (Object.hasOwn(shape, field) ? null : `${dotted(field)} is not in the contract`),
    ),
    ...Object.entries(shape).map(
      ([field, of]) =>
        () =>
          findMisfit(record[field], of, dotted(field)),
    ),
  ])
}

function firstOf(checks: (() => string | null)[]): string | null {
  for (const check of checks) {
    const misfit = check()
    if (misfit) return misfit
  }
  return null
}
