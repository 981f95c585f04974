import { Inject, Module, type DynamicModule, type OnApplicationBootstrap, type Type } from '@nestjs/common'
import { ModuleRef } from '@nestjs/core'
import { Inbox, type Reaction, type ReactionTable } from './inbox.js'

const REACTIONS = Symbol('REACTIONS')

/** Starts a service's reactions once their dependencies exist. The list holds all subscriptions of a service. */
@Module({})
export class MessagingModule implements OnApplicationBootstrap {
  constructor(
    @Inject(REACTIONS) private readonly reactions: Type<Reaction | ReactionTable>[],
    private readonly inbox: Inbox,
    private readonly modules: ModuleRef,
  ) {}

  /** `reactions` must also be providers of the importing module, which has their dependencies. */
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
