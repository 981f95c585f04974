import { Schema, type SchemaDefinition, type SchemaDefinitionType } from 'mongoose'

/** Returns the schema of rows that the store deletes at their `expiresAt`. */
export function expiringSchema<Row extends { expiresAt: Date }>(
  fields: SchemaDefinition<SchemaDefinitionType<Omit<Row, 'expiresAt'>>>,
): Schema<Row> {
  const definition = { ...fields, expiresAt: { type: Date, required: true } }
  const schema = new Schema<Row>(definition as SchemaDefinition<SchemaDefinitionType<Row>>, { versionKey: false })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiresAt' })
  return schema
}
