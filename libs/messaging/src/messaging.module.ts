import { Inject, Module, type DynamicModule, type OnApplicationBootstrap, type Type } from '@nestjs/common'
import { ModuleRef } from '@nestjs/core'
import { Inbox, type Reaction, type ReactionTable } from './inbox.js'

const REACTIONS = Symbol('REACTIONS')

/** Starts a service's reactions once everything they need is there. Every subscription of a service is in its list. */
@Module({})
export class MessagingModule implements OnApplicationBootstrap {
  constructor(
    @Inject(REACTIONS) private readonly reactions: Type<Reaction | ReactionTable>[],
    private readonly inbox: Inbox,
    private readonly modules: ModuleRef,
  ) {}

  /** `reactions` must be providers of the importing module too, where their own dependencies are. */
  static forService(options: { reactions: Type<Reaction | ReactionTable>[] }): DynamicModule {
    return {
      module: MessagingModule,
      providers: [{ provide: REACTIONS, useValue: options.reactions }],
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    const reactions = this.reactions.map((reaction) => this.modules.get(reaction, { strict: false }))
    await this.inbox.start(reactions.flatMap((reaction) => ('reactions' in reaction ? reaction.reactions : [reaction])))
  }
}
