import { parseOrProblem } from '@hissa/kernel'
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common'
import type * as z from 'zod/mini'

/** Parses bodies, queries and parameters with the schema at the parameter (`@Body({ schema })`). */
@Injectable()
export class SchemaPipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const schema = metadata.schema as z.ZodMiniType | undefined
    return schema ? parseOrProblem(schema, value ?? {}) : value
  }
}
