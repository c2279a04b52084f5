"""What was said in one conversation, in the order in which a model takes it."""

from luminos_core.records.conversation import AssistantMessage, Message, UserMessage


class History:
    """It begins with us, and the two sides take turns. Nothing that was answered ever changes."""

    def __init__(self, task: str) -> None:
        self._messages: list[Message] = [UserMessage(text=task)]

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(self._messages)

    def hear(self, message: AssistantMessage) -> None:
        """The model's words. An empty message would be refused when sent back; one that follows
        another is the continuation of what was paused."""
        if not (message.text.strip() or message.calls or message.blocks):
            return
        last = self._messages[-1]
        if isinstance(last, AssistantMessage):
            self._messages[-1] = last + message
        else:
            self._messages.append(message)

    def reply(self, reply: UserMessage) -> None:
        """Ours. After an empty answer they are added to what we said last."""
        last = self._messages[-1]
        if isinstance(last, UserMessage):
            text = "\n\n".join(part for part in (last.text, reply.text) if part)
            self._messages[-1] = last.model_copy(update={"text": text})
        else:
            self._messages.append(reply)
