// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "../access/Authority.sol";
import {Governed} from "../access/Governed.sol";
import {IClaimTopicsRegistry} from "../interfaces/IClaimTopicsRegistry.sol";

/// The claim topics that a holder needs. Without topics, every registered wallet is verified.
contract ClaimTopicsRegistry is IClaimTopicsRegistry, Governed {
    uint256 public constant MAX_TOPICS = 15;

    uint256[] private _topics;

    error TopicExists(uint256 topic);
    error UnknownTopic(uint256 topic);
    error TooManyTopics();

    constructor(Authority authority_, uint256[] memory topics) {
        _setAuthority(authority_);
        for (uint256 i; i < topics.length; ++i) {
            _add(topics[i]);
        }
    }

    function addClaimTopic(uint256 topic) external onlyOwner {
        _add(topic);
    }

    function removeClaimTopic(uint256 topic) external onlyOwner {
        uint256 position = _find(topic);
        if (position == _topics.length) revert UnknownTopic(topic);
        _topics[position] = _topics[_topics.length - 1];
        _topics.pop();
        emit ClaimTopicRemoved(topic);
    }

    function getClaimTopics() external view returns (uint256[] memory) {
        return _topics;
    }

    function _add(uint256 topic) private {
        if (_find(topic) != _topics.length) revert TopicExists(topic);
        if (_topics.length == MAX_TOPICS) revert TooManyTopics();
        _topics.push(topic);
        emit ClaimTopicAdded(topic);
    }

    function _find(uint256 topic) private view returns (uint256 position) {
        uint256 length = _topics.length;
        while (position < length && _topics[position] != topic) ++position;
    }
}
