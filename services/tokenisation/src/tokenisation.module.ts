import { MessagingModule, type Core } from '@hissa/messaging'
import { Module, type DynamicModule } from '@nestjs/common'
import { ChainModule } from './chain/chain.module.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from './config.js'

@Module({})
export class TokenisationModule {
  static with(core: Core, config: TokenisationConfig): DynamicModule {
    return {
      module: TokenisationModule,
      imports: [ChainModule.with(core, config), MessagingModule.forService({ reactions: [] })],
      providers: [{ provide: TOKENISATION_CONFIG, useValue: config }],
    }
  }
}
