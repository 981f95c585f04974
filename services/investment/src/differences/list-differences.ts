import type { RegisterDifferenceView } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'
import { type Raise, RaiseStore } from '../raises/raises.api.js'
import { type Difference, DifferenceStore } from './difference.store.js'

/** More are open only if as many properties are halted. */
const MOST = 100

/** Lists differences as finance staff see them. */
@Injectable()
export class ListDifferences {
  constructor(
    private readonly differences: DifferenceStore,
    private readonly raises: RaiseStore,
  ) {}

  async run(state: Difference['state']): Promise<RegisterDifferenceView[]> {
    const rows = await this.differences.list(state, MOST)
    const raises = await this.raises.byIds(rows.map(({ propertyId }) => propertyId))
    return rows.map((row) => view(row, raises.get(row.propertyId)))
  }
}

function view(difference: Difference, raise: Raise | undefined): RegisterDifferenceView {
  const { _id: differenceId, propertyId, surplus, holders, blockNumber, state, version } = difference
  const { slug = propertyId, title = propertyId } = raise ?? {}
  return {
    ...{ differenceId, kind: 'register_difference', state, property: { propertyId, slug, title } },
    ...{ surplus, holders, blockNumber, openedAt: difference.openedAt.toISOString(), version },
    ...(difference.resolvedAt ? { resolvedAt: difference.resolvedAt.toISOString() } : {}),
  }
}
