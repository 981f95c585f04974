import { MessagingModule, type Core } from '@hissa/messaging'
import { Module, type DynamicModule } from '@nestjs/common'
import { TOKENISATION_CONFIG, type TokenisationConfig } from './config.js'

@Module({})
export class TokenisationModule {
  static with(_core: Core, config: TokenisationConfig): DynamicModule {
    return {
      module: TokenisationModule,
      imports: [MessagingModule.forService({ reactions: [] })],
      providers: [{ provide: TOKENISATION_CONFIG, useValue: config }],
    }
  }
}
